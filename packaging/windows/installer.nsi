; An installer for one person, without administrator's rights. packaging/windows_package.py gives
; VERSION, FOLDER (what is installed), INSTALL and DELETE (lists of its files) and OUT.
Target amd64-unicode
SetCompressor /SOLID lzma
Name "Hexmate"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Hexmate"
InstallDirRegKey HKCU "Software\Hexmate" "Folder"
Icon "${FOLDER}/hexmate.ico"
UninstallIcon "${FOLDER}/hexmate.ico"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Hexmate"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
!include "${INSTALL}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Hexmate.lnk" "$INSTDIR\Hexmate-window.exe" "" "$INSTDIR\hexmate.ico"
  WriteRegStr HKCU "Software\Hexmate" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Hexmate"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\hexmate.ico"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Games stay: they are in the user's data folder, not here.
Section "Uninstall"
  Delete "$SMPROGRAMS\Hexmate.lnk"
  RMDir /r "$INSTDIR\packages"
!include "${DELETE}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Hexmate"
SectionEnd
